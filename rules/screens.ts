import type { SourceFile } from './tree.ts'

const routesFile = 'apps/web/src/routes.tsx'
const isInspection = ({ path }: SourceFile) => /^e2e\/.*screens\.test\.ts$/.test(path)

// The masters of companies, sites, people and groups, and the record of changes to them.
const ofOrganisation = /^\/(company|admin-unit-service|admin-unit-contract|header-quaters|base-admin|worker|group|grouplead|audit-log)\//

const routesOf = (text: string) => [...text.matchAll(/\bscreen\('([^']+)'/g)].map(([, path = '']) => path)

/** Addresses as written in a test: values stand for any, the query says nothing of the screen. */
const addressesIn = (text: string) =>
  [...text.matchAll(/['`](\/[^'`]*)['`]/g)].map(([, path = '']) => path.replaceAll(/\$\{[^}]*\}/g, '$').replace(/\?.*$/, ''))

/** Screens of the organisation that no browser test looks at in every width, in light and dark, with axe. */
export const uninspectedScreens = (files: readonly SourceFile[]): string[] => {
  const inspected = new Set(files.filter(isInspection).flatMap(({ text }) => addressesIn(text)))
  return files
    .filter(({ path }) => path === routesFile)
    .flatMap(({ text }) => routesOf(text))
    .filter((path) => ofOrganisation.test(path) && !inspected.has(path.replaceAll(/\$\w+/g, '$')))
}
