import { DutyRotaDraft } from '@mimamori/contract/duty-rota'

/** What the form of a week holds: the week, and the hours and places of all weeks. */
export const PlanDraft = DutyRotaDraft.omit({ shifts: true }).extend(DutyRotaDraft.shape.shifts.unwrap().shape)
