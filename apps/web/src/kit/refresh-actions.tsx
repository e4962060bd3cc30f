import ReloadOutlined from '@ant-design/icons/ReloadOutlined'
import { Button, Checkbox } from 'antd'

type Props = {
  readonly auto: boolean
  readonly onAuto: (on: boolean) => void
  readonly result: { readonly isFetching: boolean; readonly refetch: () => unknown }
}

/** What refreshes a list of this moment: by itself each minute and with the news, or at once. */
export const RefreshActions = ({ auto, onAuto, result }: Props) => (
  <>
    <Checkbox checked={auto} onChange={(event) => onAuto(event.target.checked)}>
      自動更新（60秒）
    </Checkbox>
    <Button icon={<ReloadOutlined aria-hidden="true" />} loading={result.isFetching} onClick={() => void result.refetch()}>
      表示更新
    </Button>
  </>
)
