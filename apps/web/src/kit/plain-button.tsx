import LoadingOutlined from '@ant-design/icons-svg/es/asn/LoadingOutlined'
import type { IconDefinition } from '@ant-design/icons-svg/es/types'
import type { ComponentProps } from 'react'
import styles from './plain-button.module.css'
import { SvgIcon } from './svg-icon.tsx'

type Look = {
  readonly kind?: 'primary' | 'link' | 'text' | undefined
  /** As tall as a thumb. */
  readonly large?: boolean | undefined
  /** For a place beside a line of text. */
  readonly small?: boolean | undefined
  /** As wide as what it is in. */
  readonly block?: boolean | undefined
  /** What it does, drawn before its words or, with a label, instead of them. */
  readonly icon?: IconDefinition
}

type ButtonProps = Omit<ComponentProps<'button'>, 'type'> &
  Look & {
    readonly submits?: boolean
    /** True while what it does is under way: it does nothing more until then. */
    readonly loading?: boolean
  }

const lookOf = ({ kind, large = false, small = false, block = false }: Look, className: string) => ({
  className: `${styles['button']} ${className}`,
  'data-kind': kind,
  'data-large': large,
  'data-small': small,
  'data-block': block,
})

/** A button that looks like antd's, made without it: for what shows before antd is loaded. */
export const PlainButton = ({
  kind,
  large,
  small,
  block,
  icon,
  submits = false,
  loading = false,
  className = '',
  ...props
}: ButtonProps) => {
  const { children, onClick, ...rest } = props
  const shown = loading ? LoadingOutlined : icon
  return (
    <button
      {...rest}
      type={submits ? 'submit' : 'button'}
      {...lookOf({ kind, large, small, block }, className)}
      data-loading={loading}
      data-bare={children === undefined}
      onClick={loading ? (event) => event.preventDefault() : onClick}
    >
      {shown !== undefined && <SvgIcon icon={shown} spins={loading} />}
      {children}
    </button>
  )
}

type LinkProps = ComponentProps<'a'> & Look

/** A link that looks like it. */
export const PlainButtonLink = ({ kind, large, small, block, icon, className = '', children, ...rest }: LinkProps) => (
  <a {...rest} {...lookOf({ kind, large, small, block }, className)}>
    {icon !== undefined && <SvgIcon icon={icon} />}
    {children}
  </a>
)
