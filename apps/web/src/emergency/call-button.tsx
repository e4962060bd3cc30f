import PhoneOutlined from '@ant-design/icons/PhoneOutlined'
import { Button, type ButtonProps } from 'antd'
import type { ReactNode } from 'react'

type Props = Omit<ButtonProps, 'href' | 'icon'> & { readonly phone: string; readonly children: ReactNode }

/** The address that dials a number, whatever it is written with. */
export const telOf = (phone: string): string => `tel:${phone.normalize('NFKC').replaceAll(/[^\d+]/g, '')}`

/** A button that dials. */
export const CallButton = ({ phone, children, ...rest }: Props) => (
  <Button {...rest} icon={<PhoneOutlined />} href={telOf(phone)}>
    {children}
  </Button>
)
