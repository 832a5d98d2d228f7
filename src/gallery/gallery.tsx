import '#src/styles/app.css'
import { createRoot } from 'react-dom/client'
import { SHOWCASES } from './parts.tsx'
import { ShowcaseSection } from './showcase.tsx'

function Gallery() {
  return (
    <main className="wrap grid gap-10 py-10">
      <h1 className="text-title">Components</h1>
      <p className="text-cocoa-600">
        Everything of src/ui in its states. Make the window 390 px wide, too, and use the keyboard.
      </p>
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
