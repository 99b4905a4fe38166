// What the screens on the public pages show, in words.

