import type { AbstractNode, IconDefinition } from '@ant-design/icons-svg/es/types'
import styles from './svg-icon.module.css'

const Shape = ({ tag: Tag, attrs }: AbstractNode) => {
  const Element = Tag as 'path'
  return <Element {...attrs} />
}

type Props = {
  readonly icon: IconDefinition
  readonly className?: string | undefined
  readonly spins?: boolean
  /** In px; as tall as the text around it where nothing is said. */
  readonly size?: number
}

/**
 * One of antd's icons, drawn without antd, for what shows before antd is loaded. It only decorates: what it means is said beside
 * it.
 */
export const SvgIcon = ({ icon: { icon, name }, className = '', spins = false, size }: Props) => {
  // Those in two colours are drawn by a function; the console has none of them.
  if (typeof icon === 'function') throw new TypeError(`${name} has two colours`)
  return (
    <span
      className={`${styles['icon']} ${className}`}
      data-spins={spins}
      aria-hidden="true"
      {...(size !== undefined && { style: { fontSize: size } })}
    >
      <svg {...icon.attrs} width="1em" height="1em" fill="currentColor" focusable="false">
        {icon.children?.map((child) => (
          <Shape key={child.attrs['d']} {...child} />
        ))}
      </svg>
    </span>
  )
}
