"""How parts take their places: when sizes change, in lines that flow, on pages that swap."""
