// Sections 2, 4, 5, 8, and 9 of the specification, row by row. docs/acceptance.md lists how ambiguous rows are read.

import { errors } from './rows/errors.ts';
import { limitsAndDefaults } from './rows/limits-and-defaults.ts';
import { screens } from './rows/screens.ts';
import { states } from './rows/states.ts';
import { validation } from './rows/validation.ts';

export const rows = [...screens, ...states, ...validation, ...errors, ...limitsAndDefaults];
