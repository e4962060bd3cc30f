import LoadingOutlined from '@ant-design/icons/LoadingOutlined'
import { ConfigProvider } from 'antd'
import jaJP from 'antd/es/locale/ja_JP'
import { useMemo, type ReactNode } from 'react'
import { useColourMode } from './colour-mode.ts'
import { themeOf } from './theme.ts'
import { useMedia } from './use-media.ts'

// antd's own sign of being busy moves in and out, and may stay for ever where it is called off on its way in; read
// aloud, it becomes a part of the button's name.
const button = { autoInsertSpace: false, loadingIcon: <LoadingOutlined aria-hidden="true" /> }

// A long title ends before the cross that closes its dialog.
const modal = { styles: { title: { paddingInlineEnd: 28 } } }

/** Gives antd the console's theme in the mode on screen, its motion where people have not turned that off, and Japanese. */
export const Look = ({ children }: { readonly children: ReactNode }) => {
  const mode = useColourMode()
  // antd waits for the end of its own motion, which the style sheet calls off.
  const motion = !useMedia('(prefers-reduced-motion: reduce)')
  const theme = useMemo(() => themeOf(mode, motion), [mode, motion])
  return (
    <ConfigProvider theme={theme} locale={jaJP} button={button} modal={modal}>
      {children}
    </ConfigProvider>
  )
}
