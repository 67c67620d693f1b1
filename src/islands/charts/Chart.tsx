import { useEffect, useRef, useState } from 'react'
import { describeChart, type ChartSpec } from './chart-spec.ts'
import type { DrawnChart } from './draw-chart.ts'

type Props = {
  /** What the chart shows; part of its description for screen readers. */
  title: string
  spec: ChartSpec
  /** Pixels. */
  height: number
}

/** Distance in which a chart is loaded before it is visible. */
const rootMargin = '200px'

/** A chart drawn by ECharts, which is loaded when the chart comes into view. Place a table with the data beside it. */
export const Chart = ({ title, spec, height }: Props) => {
  const box = useRef<HTMLDivElement>(null)
  const drawn = useRef<DrawnChart>(null)
  const latest = useRef(spec)
  const [isFailed, setFailed] = useState(false)
  useEffect(() => {
    latest.current = spec
    drawn.current?.update(spec)
  }, [spec])
  useEffect(() => {
    const element = box.current
    if (element === null) return
    let isGone = false
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        import('./draw-chart.ts').then(
          ({ drawChart }) => {
            if (!isGone) drawn.current = drawChart(element, latest.current)
          },
          () => setFailed(true),
        )
      },
      { rootMargin },
    )
    observer.observe(element)
    return () => {
      isGone = true
      observer.disconnect()
      drawn.current?.dispose()
      drawn.current = null
    }
  }, [])
  return (
    <>
      {isFailed && <p className="text-sm text-ink-3">图表加载失败，数据见表格；刷新页面后重试。</p>}
      <div ref={box} role="img" aria-label={describeChart(title, spec)} style={{ height: isFailed ? 0 : height }} />
    </>
  )
}
