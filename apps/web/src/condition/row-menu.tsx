import MoreOutlined from '@ant-design/icons/MoreOutlined'
import type { HealthRow } from '@mimamori/contract/health-condition'
import { Button, Dropdown } from 'antd'
import { useMenuFocus } from '../kit/use-menu-focus.ts'
import { askEndOfWork } from '../organisation/end-of-work/end-of-work.ts'

/** What can be done about a person from their line of the list. */
export const RowMenu = ({ row }: { readonly row: HealthRow }) => {
  const { button, dropdown, choose } = useMenuFocus()
  const endWork = choose(() => void askEndOfWork({ userId: row.userId, name: row.fullName }))
  return (
    <Dropdown
      {...dropdown}
      trigger={['click']}
      placement="bottomRight"
      menu={{ items: [{ key: 'endOfWork', label: '作業終了', onClick: endWork }] }}
    >
      <Button
        ref={button}
        type="text"
        size="small"
        icon={<MoreOutlined aria-hidden="true" />}
        aria-label={`${row.fullName}の操作`}
        aria-haspopup="menu"
      />
    </Dropdown>
  )
}
