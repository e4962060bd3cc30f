import { CustomChart, LineChart } from 'echarts/charts'
import { GridComponent, MarkAreaComponent, TooltipComponent } from 'echarts/components'
import { init, use as register, type EChartsType } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { useEffect, useRef } from 'react'
import type { ChartOption } from './chart-option.ts'
import { layout } from './chart-layout.ts'

register([CustomChart, LineChart, GridComponent, MarkAreaComponent, TooltipComponent, CanvasRenderer])

/** The drawn part of the chart. Loaded only where a chart is shown, since ECharts outweighs the rest of the console. */
export const ChartCanvas = ({ option }: { readonly option: ChartOption }) => {
  const frame = useRef<HTMLDivElement>(null)
  const chart = useRef<EChartsType>(undefined)

  useEffect(() => {
    const element = frame.current
    if (element === null) return undefined
    const own = init(element)
    chart.current = own
    const observer = new ResizeObserver(() => own.resize())
    observer.observe(element)
    return () => {
      observer.disconnect()
      own.dispose()
    }
  }, [])

  useEffect(() => {
    chart.current?.setOption(option, { notMerge: true })
  }, [option])

  return <div ref={frame} style={{ height: layout.height }} aria-hidden="true" />
}
