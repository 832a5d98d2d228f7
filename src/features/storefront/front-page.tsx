import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/')({ component: FrontPage })

function FrontPage() {
  return <h1>Golconda Cacao</h1>
}
