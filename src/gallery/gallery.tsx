import '#src/styles/app.css'
import { createRoot } from 'react-dom/client'
import { ShowcaseSection } from './showcase.tsx'
import { SHOWCASES } from './showcases.ts'

function Gallery() {
  return (
    <main className="wrap grid gap-10 py-10">
      <h1 className="text-title">Components</h1>
      {SHOWCASES.map((showcase) => (
        <ShowcaseSection key={showcase.of[0].name} {...showcase} />
      ))}
    </main>
  )
}

/** The page /dev/gallery of the development server (vite.config.ts). */
const root = document.getElementById('gallery')
if (root) createRoot(root).render(<Gallery />)
document.documentElement.dataset.hydrated = ''
