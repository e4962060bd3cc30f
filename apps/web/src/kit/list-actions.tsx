import PlusOutlined from '@ant-design/icons/PlusOutlined'
import UploadOutlined from '@ant-design/icons/UploadOutlined'
import { useNavigate } from '@tanstack/react-router'
import { Button } from 'antd'
import { writeSearch } from '../platform/search-text.ts'

type Target = { readonly to: string; readonly search?: Record<string, unknown> }

const useLink = ({ to, search = {} }: Target) => {
  const navigate = useNavigate()
  return {
    // An address of its own, so that the middle button and the context menu work as on any link.
    href: `${to}${writeSearch(search)}`,
    onClick: (event: { readonly ctrlKey: boolean; readonly metaKey: boolean; readonly shiftKey: boolean; preventDefault: () => void }) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      void navigate({ to, search: search as never })
    },
  }
}

/** The main action of a list: a new record. */
export const CreateLink = ({ children, ...target }: Target & { readonly children: string }) => (
  <Button type="primary" icon={<PlusOutlined aria-hidden="true" />} {...useLink(target)}>
    {children}
  </Button>
)

/** Leads to the import of the list's records. */
export const ImportLink = (target: Target) => (
  <Button icon={<UploadOutlined aria-hidden="true" />} {...useLink(target)}>
    ファイル取込
  </Button>
)

/** Leads from a record that is shown to its form. */
export const ChangeLink = (target: Target) => <Button {...useLink(target)}>編集する</Button>
