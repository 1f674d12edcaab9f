import './lib/zod-without-eval.ts'
import { createRoot } from 'react-dom/client'
import { followNewVersions } from './lib/new-version.ts'
import { App } from './shell/app.tsx'
import './theme.css'

const root = document.getElementById('app')
if (root === null) throw new Error('index.html has no #app')
followNewVersions()
createRoot(root).render(<App />)
