import { isCode, isTest, type SourceFile, visit } from './tree.ts'

type Screens = Readonly<Record<string, { readonly path: string; readonly planned?: true }>>

const isInspection = ({ path }: SourceFile) => /^e2e\/.*screens\.test\.ts$/.test(path)

// The masters of companies, sites, people and groups, and the record of changes to them.
const ofOrganisation = /^\/(company|admin-unit-service|admin-unit-contract|header-quaters|base-admin|worker|group|grouplead|audit-log)\//

const builtOf = (screens: Screens) => Object.entries(screens).filter(([, { planned }]) => planned !== true)

/** Addresses as written in a test: a value matches any, and the query does not name the screen. */
const addressesIn = (text: string) =>
  [...text.matchAll(/['`](\/[^'`]*)['`]/g)].map(([, path = '']) => path.replaceAll(/\$\{[^}]*\}/g, '$').replace(/\?.*$/, ''))

/** Screens of the organisation that no browser test looks at in every width and with axe. */
export const uninspectedScreens = (files: readonly SourceFile[], screens: Screens): string[] => {
  const inspected = new Set(files.filter(isInspection).flatMap(({ text }) => addressesIn(text)))
  return builtOf(screens)
    .map(([, { path }]) => path)
    .filter((path) => ofOrganisation.test(path) && !inspected.has(path.replaceAll(/\$\w+/g, '$')))
}

/** Screens that are declared as built and have no route. */
export const screensWithoutRoute = (files: readonly SourceFile[], screens: Screens): string[] => {
  const routes = files.find(({ path }) => path === 'apps/web/src/routes.tsx')?.text ?? ''
  return builtOf(screens)
    .map(([name]) => name)
    .filter((name) => !routes.includes(`screen('${name}'`) && !routes.includes(`path: screens.${name}.path`))
}

/** Where the console writes a screen's address itself instead of taking it from the declaration, as path: address. */
export const writtenAddresses = (files: readonly SourceFile[], screens: Screens): string[] => {
  const areas = new Set(Object.values(screens).map(({ path }) => path.split('/')[1]))
  const isAddress = (text: string) => text.startsWith('/') && areas.has(text.split(/[/?#]/)[1])
  return files
    .filter((file) => file.path.startsWith('apps/web/src/') && isCode(file) && !isTest(file))
    .flatMap((file) => {
      const found: string[] = []
      const note = (text: string) => {
        if (isAddress(text)) found.push(`${file.path}: ${text}`)
      }
      visit(file, {
        Literal: ({ value }) => {
          if (typeof value === 'string') note(value)
        },
        TemplateElement: ({ value }) => note(value.raw),
      })
      return found
    })
}
