import { Link, useRouterState } from '@tanstack/react-router'
import type { MenuItem } from '@mimamori/contract/navigation'
import { visibleMenu } from '../platform/navigation.ts'
import { usePhrase } from '../platform/phrases.ts'
import { useViewer } from '../platform/viewer.ts'
import { entryOf, menuGroups } from './menu-groups.ts'
import { MenuIcon } from './menu-icons.tsx'
import styles from './menu.module.css'
import { Phrase } from '../kit/phrase.tsx'

const Entry = ({ item, current, compact }: { readonly item: MenuItem; readonly current: boolean; readonly compact: boolean }) => {
  const phrase = usePhrase()
  return (
    <li>
      <Link
        to={item.path}
        className={styles['entry']}
        data-current={current}
        aria-current={current ? 'page' : undefined}
        title={compact ? phrase(item.label) : undefined}
      >
        <span className={styles['icon']}>
          <MenuIcon code={item.code} />
        </span>
        <span className={compact ? 'visually-hidden' : undefined}>
          <Phrase text={item.label} />
        </span>
      </Link>
    </li>
  )
}

/** The entries of the viewer's role whose screens exist. `compact` leaves the pictures alone. */
export const Menu = ({ compact }: { readonly compact: boolean }) => {
  const viewer = useViewer()
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const items = visibleMenu(viewer)
  const current = entryOf(items, pathname)
  return (
    <div className={styles['menu']} data-compact={compact}>
      {menuGroups(items).map(({ section, heading, items: entries }) => (
        <section key={section} className={styles['group']}>
          {heading !== '' && (
            <h2 className={compact ? 'visually-hidden' : styles['heading']}>
              <Phrase text={heading} />
            </h2>
          )}
          <ul className={styles['entries']}>
            {entries.map((item) => (
              <Entry key={item.code} item={item} current={item === current} compact={compact} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
