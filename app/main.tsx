import '#app/ui/overlays/overlay-history.ts'
import './lib/api/zod-without-eval.ts'
import { createRoot } from 'react-dom/client'
import { registerServiceWorker } from './lib/offline/register-service-worker.ts'
import { takeMailedLinks } from './lib/session/mailed-link.ts'
import { followNewVersions } from './lib/offline/follow-new-versions.ts'
import { App } from './shell/app.tsx'
import { filterKeys } from './ui/controls/filter-keys.ts'
import { startKeepingFocus } from './ui/layout/keep-focus.ts'
import { loadTranslation } from './texts/load-translation.ts'
import { language } from './texts/page-language.ts'
import './theme.css'
import './contrast.css'

const root = document.getElementById('app')
if (root === null) throw new Error('index.html has no #app')
takeMailedLinks()
followNewVersions()
registerServiceWorker()
filterKeys()
startKeepingFocus()
document.documentElement.lang = language
// load-recovery.ts waits for this.
root.dataset['started'] = ''
void loadTranslation().then(() => createRoot(root).render(<App />))
