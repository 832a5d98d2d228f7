import { type BarChartOptions, BarChart as ChartistBars } from 'chartist'
import styles from './bar-chart.css?url'

export type BarChartData = { labels: string[]; series: number[][]; options?: BarChartOptions }

/** Decorative SVG bars: screen readers read the table beside them. */
export function BarChart({
  bars: { labels, series, options },
  className = '',
}: {
  bars: BarChartData
  className?: string
}) {
  function draw(place: HTMLDivElement) {
    const chart = new ChartistBars(place, { labels, series }, { ...CALM, ...options })
    return () => {
      chart.detach()
    }
  }
  return (
    <>
      <link rel="stylesheet" href={styles} precedence="default" />
      <div ref={draw} aria-hidden="true" className={`bar-chart ${className}`} />
    </>
  )
}

const CALM: BarChartOptions = { chartPadding: { top: 12, right: 12, bottom: 0, left: 0 } }
