"""Small widgets that know the theme and no campaign."""
