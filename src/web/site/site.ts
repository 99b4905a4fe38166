// The script of the public pages. They also work without it.
import { countClicks, openWithNewAccount } from './script/clicks.ts';
import { openDemos } from './script/demo.ts';
import { drawScreens } from './script/draw-screens.ts';
import { foldMenu } from './script/menu.ts';
import { turnThemes } from './script/theme.ts';
import { setType } from './script/type.ts';

setType();
turnThemes();
foldMenu();
drawScreens();
openDemos();
openWithNewAccount();
if (document.documentElement.dataset.counting === 'on') countClicks();
