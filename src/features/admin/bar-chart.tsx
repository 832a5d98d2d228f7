import { type BarChartOptions, BarChart as ChartistBars } from 'chartist'
import './bar-chart.css'

export type Bars = { labels: string[]; series: number[][]; options?: BarChartOptions }

/** Bars as SVG. Only drawn: what it says stands in the table beside it, so screen readers are spared it. */
export function BarChart({ bars: { labels, series, options }, className = '' }: { bars: Bars; className?: string }) {
  function draw(place: HTMLDivElement) {
    const chart = new ChartistBars(place, { labels, series }, { ...CALM, ...options })
    return () => {
      chart.detach()
    }
  }
  return <div ref={draw} aria-hidden="true" className={`bar-chart ${className}`} />
}

const CALM: BarChartOptions = { chartPadding: { top: 12, right: 12, bottom: 0, left: 0 } }
