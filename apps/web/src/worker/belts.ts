import type { Viewer } from '../platform/viewer.ts'

/** Whether somebody sees safety belts: a base administrator only where the office shows them. */
export const showsBelts = ({ roleKey, safetyBeltDisplaySetting }: Viewer): boolean =>
  roleKey !== 'HeadquartersAdmin' || safetyBeltDisplaySetting === '1'
