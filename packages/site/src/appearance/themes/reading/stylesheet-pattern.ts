/** A regular expression for the stylesheet of a theme in paths: the name of its folder, or of a folder within another one. */
export const STYLESHEET_PATTERN = '[^\\/:<>\\*\\?"\\|]+(?:\\/[^\\/:<>\\*\\?"\\|]+)?'
