import { Link, useRouter, useRouterState } from '@tanstack/react-router'
import type { MenuItem } from '@mimamori/contract/navigation'
import { visibleMenu } from '../platform/navigation.ts'
import { useViewer } from '../platform/viewer.ts'
import { belongsTo, menuGroups } from './menu-groups.ts'
import { MenuIcon } from './menu-icons.tsx'
import styles from './menu.module.css'

const Entry = ({ item, pathname, compact }: { readonly item: MenuItem; readonly pathname: string; readonly compact: boolean }) => (
  <li>
    <Link
      to={item.path}
      className={styles['entry']}
      data-current={belongsTo(item, pathname)}
      aria-current={belongsTo(item, pathname) ? 'page' : undefined}
      title={compact ? item.label : undefined}
    >
      <span className={styles['icon']}>
        <MenuIcon code={item.code} />
      </span>
      <span className={compact ? 'visually-hidden' : undefined}>{item.label}</span>
    </Link>
  </li>
)

/** The entries of the viewer's role whose screens exist. `compact` leaves the pictures alone. */
export const Menu = ({ compact }: { readonly compact: boolean }) => {
  const router = useRouter()
  const viewer = useViewer()
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  return (
    <div className={styles['menu']} data-compact={compact}>
      {menuGroups(visibleMenu(viewer, Object.keys(router.routesByPath))).map(({ section, heading, items }) => (
        <section key={section} className={styles['group']}>
          {heading !== '' && <h2 className={compact ? 'visually-hidden' : styles['heading']}>{heading}</h2>}
          <ul className={styles['entries']}>
            {items.map((item) => (
              <Entry key={item.code} item={item} pathname={pathname} compact={compact} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
