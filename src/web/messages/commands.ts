// Texts of the palette and the shortcut list.

