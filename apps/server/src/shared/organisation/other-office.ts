import { message } from '@mimamori/contract'
import type { Actor } from '../../platform/http/route.ts'

/** SQL: the name of another office of the company, from its column, for those who see all of the company; empty for those of one office. */
export const officeNameFor = ({ officeId }: Actor, column: string): string => (officeId === null ? `coalesce(${column}, '')` : `''`)

/** The message for a row of a file that names somebody or something of another office of the company. */
export const ofOtherOffice = (what: '作業者' | '機器', officeName: string): string =>
  officeName === '' ? message('otherOffice', { what }) : message('otherOfficeNamed', { office: officeName, what })
