import { dateSchemas, screenSearch } from '@mimamori/contract/screen-search'
import type { Screen, ScreenName } from '@mimamori/contract/screens'
import { foldKeys } from '@mimamori/contract/wire'
import { useMatch } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { z } from 'zod'
import { useNewestSearch } from './newest-search.ts'

/** The screens that have a route. */
export type BuiltScreen = { [Name in ScreenName]: Screen<Name> extends { planned: true } ? never : Name }[ScreenName]

/** A screen that an address without values leads to: a list, a home. */
export type PlainScreen = {
  [Name in BuiltScreen]: Screen<Name>['path'] extends `${string}$${string}` ? never : Pick<Screen<Name>, 'path' | 'title'>
}[BuiltScreen]

type SearchableScreen = keyof typeof screenSearch

type Read<Schema extends z.ZodObject> = { [Key in keyof z.output<Schema>]?: z.output<Schema>[Key] | undefined }

/** What a screen's address says beside the path. */
export type SearchOf<Name extends ScreenName> = Name extends SearchableScreen
  ? Read<(typeof screenSearch)[Name]>
  : Record<string, undefined>

/**
 * Reads the search of an address value by value, so that one bad value of a link by hand costs only itself; keys in any
 * case, since other systems write them as they like, and of a repeated one the first.
 */
export const readSearch = <Schema extends z.ZodObject>(schema: Schema, search: Record<string, unknown>): Read<Schema> => {
  const folded = foldKeys(schema, search) as Record<string, unknown>
  const good = Object.entries(schema.shape).flatMap(([key, value]) => {
    const first = [folded[key]].flat()[0]
    const read = (value as z.ZodType).safeParse(first)
    return first !== undefined && read.success ? [[key, read.data]] : []
  })
  return Object.fromEntries(good) as Read<Schema>
}

/** The values of an address that are meant as dates and are none (2026-02-30, 2027-13), by their names as they are written there. */
export const findWrongDates = (schema: z.ZodObject, search: Record<string, unknown>): Record<string, string> => {
  const fields = new Map<string, z.ZodType>(Object.entries(schema.shape).map(([key, field]) => [key.toLowerCase(), field as z.ZodType]))
  const wrong = Object.entries(search).flatMap(([key, value]) => {
    const field = fields.get(key.toLowerCase())
    const [first]: unknown[] = [value].flat()
    if (field === undefined || !dateSchemas.has(field) || first === undefined || field.safeParse(first).success) return []
    return [[key, typeof first === 'string' ? first : JSON.stringify(first)]]
  })
  return Object.fromEntries(wrong) as Record<string, string>
}

/** The search of the address, as a schema that several screens share reads it. */
export const useSearchOf = <Schema extends z.ZodObject>(schema: Schema): Read<Schema> => {
  const search: Record<string, unknown> = useNewestSearch()
  return useMemo(() => readSearch(schema, search), [schema, search])
}

/** The search of the address, as the screen's declaration reads it. */
export const useScreenSearch = <Name extends SearchableScreen>(name: Name): SearchOf<Name> =>
  useSearchOf(screenSearch[name]) as SearchOf<Name>

/** The name of the screen that this is part of. */
export const useScreenTitle = (): string => useMatch({ strict: false, select: ({ staticData }) => staticData.title }) ?? ''
