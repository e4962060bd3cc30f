import LoadingOutlined from '@ant-design/icons-svg/es/asn/LoadingOutlined'
import type { ComponentProps } from 'react'
import styles from './plain-button.module.css'
import { SvgIcon } from './svg-icon.tsx'

type Props = Omit<ComponentProps<'button'>, 'type'> & {
  readonly kind?: 'primary' | 'link' | 'text'
  /** As tall as a thumb. */
  readonly large?: boolean
  /** As wide as what it is in. */
  readonly block?: boolean
  readonly submits?: boolean
  /** True while what it does is under way: it does nothing more until then. */
  readonly loading?: boolean
}

/** A button that looks like antd's, made without it: for what shows before anybody has signed in. */
export const PlainButton = ({ kind, large = false, block = false, submits = false, loading = false, className = '', ...props }: Props) => {
  const { children, onClick, ...rest } = props
  return (
    <button
      {...rest}
      type={submits ? 'submit' : 'button'}
      className={`${styles['button']} ${className}`}
      data-kind={kind}
      data-large={large}
      data-block={block}
      data-loading={loading}
      onClick={loading ? (event) => event.preventDefault() : onClick}
    >
      {loading && <SvgIcon icon={LoadingOutlined} spins />}
      {children}
    </button>
  )
}
