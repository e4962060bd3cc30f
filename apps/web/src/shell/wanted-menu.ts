let isWanted = false

/** Remembers a press of the menu's button before the menu can be shown. */
export const wantMenu = (): void => void (isWanted = true)

/** Whether the menu was wanted; says so once. */
export const takeWantedMenu = (): boolean => {
  const was = isWanted
  isWanted = false
  return was
}
