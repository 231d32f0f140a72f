"""Where and when parts take their places: in lines that flow, on pages that swap."""
