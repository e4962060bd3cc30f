import { keysOf } from '@mimamori/contract/typed-lists'
import { sections, type MenuItem, type Section } from '@mimamori/contract/navigation'

export type MenuGroup = { readonly section: Section; readonly heading: string; readonly items: readonly MenuItem[] }

/** The menu by its headings, in their order; a heading without entries is left out. */
export const menuGroups = (items: readonly MenuItem[]): MenuGroup[] =>
  keysOf(sections)
    .map((section) => ({ section, heading: sections[section], items: items.filter((item) => item.section === section) }))
    .filter((group) => group.items.length > 0)

/**
 * The entry that a path belongs to: the one that leads there, else the one whose list, forms and details are beside
 * it. Undefined where the path is in no menu.
 */
export const entryOf = (items: readonly MenuItem[], pathname: string): MenuItem | undefined =>
  items.find(({ path, tabs }) => path === pathname || tabs.includes(pathname)) ??
  items.find(({ path }) => {
    const root = path.replace(/\/(list|detail)$/, '')
    return pathname === root || pathname.startsWith(`${root}/`)
  })
