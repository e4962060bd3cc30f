/** A setting as its form holds it: text all through, instructions idle. */
export type SettingDraft = Readonly<Record<string, string>>

/** What a terminal or base station is set to, as the server answers it, and what of it is done once. */
export type SettingShape = {
  readonly names: readonly string[]
  /** What is done once, with the value that asks for nothing: the form never repeats an instruction by itself. */
  readonly instructions: Readonly<Record<string, string>>
  /** What is typed and must not be left blank; all else always has a value. */
  readonly typed: readonly string[]
}

const textOf = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

/** A setting as a form shows it. */
export const draftOf = ({ names, instructions }: SettingShape, setting: Readonly<Record<string, unknown>>): SettingDraft =>
  Object.fromEntries(names.map((name) => [name, instructions[name] ?? textOf(setting[name])]))

const plain = (value: unknown) => textOf(value).normalize('NFKC').trim()

/** The fields that differ from what was saved last, in the order of the form. */
export const changedNames = (draft: Readonly<Record<string, unknown>>, saved: SettingDraft): string[] =>
  Object.keys(saved).filter((name) => plain(draft[name]) !== plain(saved[name]))
