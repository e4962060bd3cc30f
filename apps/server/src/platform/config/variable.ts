import type { z } from 'zod'

type WithDefault = {
  /** Used where the variable is absent, as an operator would write it. */
  readonly default: string
}

type WithoutDefault = {
  /** What holds where the variable is absent: completes “Without it: ”. */
  readonly absent: string
  /** A value that the schema accepts; a path where it asks for a file that is there. */
  readonly example: string
}

/** One variable of the environment: how it is checked, and what an operator reads about it. */
export type Variable<Schema extends z.ZodType = z.ZodType> = {
  /** Gets the text of the variable, or `undefined` where it is absent and has no default. */
  readonly schema: Schema
  /** What it is for, in one or two lines of English: `/etc/mimamori/mimamori.env` shows it. */
  readonly comment: string
} & (WithDefault | WithoutDefault)

export type Variables = Readonly<Record<string, Variable>>

/** The schemas by name, for `z.object`. */
export const schemasOf = <Group extends Variables>(variables: Group) =>
  Object.fromEntries(Object.entries(variables).map(([name, { schema }]) => [name, schema])) as {
    [Name in keyof Group]: Group[Name]['schema']
  }

/** What is read where nobody sets anything, by name. */
export const defaultsOf = (variables: Variables): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(variables).flatMap(([name, variable]) => ('default' in variable ? [[name, variable.default]] : [])))
