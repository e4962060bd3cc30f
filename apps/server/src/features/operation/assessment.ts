import { type OperationPartName, operationParts, type OperationState, operationStates } from '@mimamori/contract'

/** What is known of a part, before it is said since when. */
export type Assessment = {
  readonly state: OperationState
  readonly meaning: string
  readonly action: string | null
  readonly facts: readonly { readonly name: string; readonly value: string }[]
  /** Since when, where the facts themselves say so. */
  readonly since?: Date | undefined
}

export type Assessments = Readonly<Record<OperationPartName, Assessment>>

type Judgement = Pick<Assessment, 'state' | 'meaning' | 'action' | 'since'>

/** A part in which nothing is to be done. */
export const well = (meaning: string): Judgement => ({ state: 'normal', meaning, action: null })
export const unused = (meaning: string): Judgement => ({ state: 'unused', meaning, action: null })

const gravity = (state: OperationState) => operationStates.indexOf(state)

/** The gravest of some judgements, the first of equals. */
export const gravest = <Own extends Pick<Judgement, 'state'>>(first: Own, ...others: readonly (Own | undefined)[]): Own =>
  others.reduce<Own>((worst, next) => (next !== undefined && gravity(next.state) < gravity(worst.state) ? next : worst), first)

/** The parts in the order in which they are shown: the worst first, and those that are alike in their usual order. */
export const byGravity = (assessments: Assessments): OperationPartName[] =>
  operationParts.toSorted((one, other) => gravity(assessments[one].state) - gravity(assessments[other].state))
