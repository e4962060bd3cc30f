import MoreOutlined from '@ant-design/icons/MoreOutlined'
import type { HealthRow } from '@mimamori/contract/health-condition'
import { Button, Dropdown } from 'antd'
import { askEndOfWork } from '../organisation/end-of-work.ts'

/** What can be done about a person from their line of the list. */
export const RowMenu = ({ row }: { readonly row: HealthRow }) => (
  <Dropdown
    trigger={['click']}
    placement="bottomRight"
    menu={{
      items: [{ key: 'endOfWork', label: '作業終了', onClick: () => void askEndOfWork({ userId: row.userId, name: row.fullName }) }],
    }}
  >
    <Button type="text" size="small" icon={<MoreOutlined aria-hidden="true" />} aria-label={`${row.fullName}の操作`} aria-haspopup="menu" />
  </Dropdown>
)
