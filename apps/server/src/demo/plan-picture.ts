import { join } from 'node:path'
import type { PlanPicture } from './site-plan.ts'

/** Where the demo's plans lie: each as it is drawn, SVG, and as the PNG that `npm run plans` makes of it. */
export const planFolder = join(import.meta.dirname, 'plans')

/** The PNG of a plan. */
export const planPath = ({ file }: PlanPicture): string => join(planFolder, `${file}.png`)
