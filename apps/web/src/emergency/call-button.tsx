import PhoneOutlined from '@ant-design/icons/PhoneOutlined'
import { Button, type ButtonProps } from 'antd'
import type { ReactNode } from 'react'
import { telOf } from '../kit/phone-link.tsx'

type Props = Omit<ButtonProps, 'href' | 'icon'> & { readonly phone: string; readonly children: ReactNode }

/** A button that dials. */
export const CallButton = ({ phone, children, ...rest }: Props) => (
  <Button {...rest} icon={<PhoneOutlined />} href={telOf(phone)}>
    {children}
  </Button>
)
