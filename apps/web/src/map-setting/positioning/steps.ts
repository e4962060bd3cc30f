import type { Position, View } from './position.ts'

/** The way a position came about: what it was at first, and every step since, so that the last can be undone. */
export type Steps = {
  readonly first: Position
  readonly past: readonly Position[]
  readonly now: Position
  /** What the last step belongs to: the strokes of one drag or of one field make one step. */
  readonly run: string | null
}

export type StepAction =
  | { readonly kind: 'change'; readonly change: (now: Position) => Position; readonly run: string | null }
  | { readonly kind: 'undo' }
  | { readonly kind: 'reset' }
  /** Shows the map as it was opened otherwise, which nobody has asked for. */
  | { readonly kind: 'open'; readonly view: View }

/** Steps that nobody goes back to. */
const longestPast = 200

export const firstSteps = (first: Position): Steps => ({ first, past: [], now: first, run: null })

const isSame = (a: Position, b: Position) => JSON.stringify(a) === JSON.stringify(b)

/** Whether anything would be lost. */
export const isChanged = ({ first, now }: Steps): boolean => !isSame(first, now)

const taken = (steps: Steps, next: Position, run: string | null): Steps => {
  if (isSame(steps.now, next)) return steps
  const isOneMoreStroke = run !== null && run === steps.run
  return { ...steps, now: next, run, past: isOneMoreStroke ? steps.past : [...steps.past.slice(-longestPast), steps.now] }
}

export const nextSteps = (steps: Steps, action: StepAction): Steps => {
  switch (action.kind) {
    case 'change':
      return taken(steps, action.change(steps.now), action.run)
    case 'undo':
      return { ...steps, now: steps.past.at(-1) ?? steps.now, past: steps.past.slice(0, -1), run: null }
    case 'reset':
      return taken(steps, steps.first, null)
    case 'open':
      return firstSteps({ ...steps.first, view: action.view })
    default:
      action satisfies never
      return steps
  }
}
