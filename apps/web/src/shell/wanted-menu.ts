/** The menu of the screens, and that behind the person's name. */
export type MenuName = 'screens' | 'user'

let wanted: MenuName | undefined

/** Remembers a press of a menu's button before the menu can be shown. */
export const wantMenu = (name: MenuName): void => void (wanted = name)

/** Whether this menu was wanted; says so once. */
export const takeWantedMenu = (name: MenuName): boolean => {
  const was = wanted === name
  if (was) wanted = undefined
  return was
}
