import PhoneOutlined from '@ant-design/icons-svg/es/asn/PhoneOutlined'
import type { ComponentProps } from 'react'
import { telOf } from '../kit/tel-of.ts'
import { PlainButtonLink } from '../kit/plain-button.tsx'

type Props = Omit<ComponentProps<typeof PlainButtonLink>, 'href' | 'icon'> & { readonly phone: string }

/** A button that dials. */
export const CallButton = ({ phone, children, ...rest }: Props) => (
  <PlainButtonLink {...rest} icon={PhoneOutlined} href={telOf(phone)}>
    {children}
  </PlainButtonLink>
)
