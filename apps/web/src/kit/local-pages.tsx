import { Pagination } from 'antd'

type LocalPagesProps = {
  readonly className: string | undefined
  readonly page: number
  readonly pageSize: number
  readonly total: number
  readonly onChange: (page: number) => void
}

/** The way from page to page of rows that are all here already; nothing where one page holds them all. */
export const LocalPages = ({ className = '', page, pageSize, total, onChange }: LocalPagesProps) =>
  total <= pageSize ? null : (
    <Pagination
      className={className}
      size="small"
      simple
      showSizeChanger={false}
      current={page}
      pageSize={pageSize}
      total={total}
      onChange={onChange}
    />
  )
