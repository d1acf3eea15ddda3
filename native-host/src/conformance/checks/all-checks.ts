import type { Check } from '../check.ts';
import { SECTION_2 } from './section-2.ts';
import { SECTION_3 } from './section-3.ts';
import { SECTION_4, SECTION_4_5 } from './section-4.ts';
import { SECTION_4_4 } from './section-4-4.ts';
import { SECTION_5 } from './section-5.ts';
import { SECTION_5_4 } from './section-5-4.ts';
import { SECTION_6 } from './section-6.ts';
import { SECTION_7 } from './section-7.ts';
import { SECTION_8 } from './section-8.ts';
import { SECTION_9 } from './section-9.ts';
import { SECTION_10 } from './section-10.ts';
import { SECTION_10_1 } from './section-10-1.ts';
import { SECTION_12 } from './section-12.ts';

/** Every demand that can be seen from outside, by section. §1 and §11 only say again what the others demand. */
export const CHECKS: readonly Check[] = [
  ...SECTION_2,
  ...SECTION_3,
  ...SECTION_4,
  ...SECTION_4_4,
  ...SECTION_4_5,
  ...SECTION_5,
  ...SECTION_5_4,
  ...SECTION_6,
  ...SECTION_7,
  ...SECTION_8,
  ...SECTION_9,
  ...SECTION_10_1,
  ...SECTION_10,
  ...SECTION_12,
];
