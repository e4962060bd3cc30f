import type { Plan } from '@mimamori/contract'

/** Somebody on the sheet: never why. */
export type SheetPerson = { readonly name: string; readonly groupName: string | null; readonly minutes: number }

/** What the sheet for a morning meeting is drawn from. */
export type PlanSheet = {
  /** Within the scope of its reader. */
  readonly plan: Plan
  /** Null where counts of people would reveal single ones. */
  readonly peopleCount: number | null
  /** People whose time in heat is limited; null on sheets that show nobody's name. */
  readonly people: readonly SheetPerson[] | null
  /** Who was not briefed of the procedures in force; null as above. */
  readonly unbriefed: readonly { readonly name: string; readonly groupName: string | null }[] | null
  /** Steps for somebody who is unwell. */
  readonly procedures: readonly string[]
  readonly contacts: { readonly phone: string | null; readonly hospitalName: string | null; readonly hospitalPhone: string | null }
  /** How many alerts of each level the day before had, YYYY-MM-DD; or today, where that day is still to come. Null as `peopleCount`. */
  readonly alertsBefore: {
    readonly day: string
    readonly emergency: number
    readonly level3: number
    readonly level2: number
    readonly level1: number
  } | null
  /** Null: made by the product for a mail. */
  readonly printedBy: string | null
  readonly printedAt: Date
}

/** Where a thread finds the function that draws it (`drawPdf`). */
export const planPaperSource = { module: new URL('./plan-paper.ts', import.meta.url).href, name: 'planPaper' } as const
