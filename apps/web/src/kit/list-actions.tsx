import PlusOutlined from '@ant-design/icons/PlusOutlined'
import UploadOutlined from '@ant-design/icons/UploadOutlined'
import { createLink } from '@tanstack/react-router'
import { Button, type ButtonProps } from 'antd'

/** The main action of a list: a new record. */
export const CreateLink = createLink((props: ButtonProps) => (
  <Button type="primary" icon={<PlusOutlined aria-hidden="true" />} {...props} />
))

/** A further action of a list, which leads to another screen. */
export const PlainLink = createLink((props: ButtonProps) => <Button {...props} />)

/** Leads to the import of the list's records. */
export const ImportLink = createLink((props: Omit<ButtonProps, 'children'>) => (
  <Button icon={<UploadOutlined aria-hidden="true" />} {...props}>
    ファイル取込
  </Button>
))

/** Leads from a record that is shown to its form. */
export const ChangeLink = createLink((props: Omit<ButtonProps, 'children'>) => <Button {...props}>編集する</Button>)
