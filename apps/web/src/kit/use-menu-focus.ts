import type { DropdownProps, MenuProps } from 'antd'
import { useRef, type RefObject } from 'react'

type MenuFocus = {
  readonly button: RefObject<HTMLButtonElement | null>
  /** For the `Dropdown` around the button. */
  readonly dropdown: Pick<DropdownProps, 'autoFocus' | 'onOpenChange'>
  /** The `onClick` of an item. */
  readonly choose: (act: () => void) => NonNullable<MenuProps['onClick']>
}

/** The focus of a menu that a button opens: it goes into the menu, for the arrow keys, and back; antd would lose it. */
export const useMenuFocus = (): MenuFocus => {
  const button = useRef<HTMLButtonElement>(null)
  const giveBack = () => button.current?.focus()
  return {
    button,
    dropdown: {
      autoFocus: true,
      onOpenChange: (open, { source }) => {
        // Anyone who clicked elsewhere has taken it there.
        if (!open && source === 'trigger' && document.activeElement?.closest('[role="menu"]') != null) giveBack()
      },
    },
    choose:
      (act) =>
      ({ domEvent }) => {
        // Where a key chose, it would press the button next.
        domEvent.preventDefault()
        giveBack()
        act()
      },
  }
}
