import { sections, type MenuItem, type Section } from '@mimamori/contract/navigation'

export type MenuGroup = { readonly section: Section; readonly heading: string; readonly items: readonly MenuItem[] }

/** The menu by its headings, in their order; a heading without entries is left out. */
export const menuGroups = (items: readonly MenuItem[]): MenuGroup[] =>
  (Object.entries(sections) as [Section, string][])
    .map(([section, heading]) => ({ section, heading, items: items.filter((item) => item.section === section) }))
    .filter((group) => group.items.length > 0)

/** True where a path belongs to an entry: its list, and the forms and details beside it. */
export const belongsTo = (item: MenuItem, pathname: string): boolean => {
  const root = item.path.replace(/\/(list|detail)$/, '')
  return pathname === root || pathname.startsWith(`${root}/`)
}
