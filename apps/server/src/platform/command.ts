/** One call of a subcommand of `mimamori`. */
export type CommandCall = {
  /** How it is called, such as `mimamori backup FILE [--overwrite]`. */
  readonly usage: string
  /** What follows its name. */
  readonly args: readonly string[]
}

/** A subcommand of `mimamori`. @returns its exit code: 0 done, 1 not done or ill, 2 called wrongly */
export type Command = (call: CommandCall) => Promise<number>

export const printLine = (line: string): void => void process.stdout.write(`${line}\n`)

/** Prints what is wrong. @returns the exit code */
export const failWith = (cause: unknown): 1 => {
  process.stderr.write(`${cause instanceof Error ? cause.message : String(cause)}\n`)
  return 1
}

/** Prints how the command is called. @returns the exit code */
export const calledWrongly = ({ usage }: CommandCall): 2 => {
  process.stderr.write(`${usage}\n`)
  return 2
}
