import { Link } from 'react-router-dom'
import { common } from '#texts/common'
import { Button } from './button.tsx'

/** Leads to the dialog for a new member, from a screen that has nothing to show without a child. */
export function AddChildButton() {
  return (
    <Button asChild>
      <Link to="/family-members#add">{common.addChild}</Link>
    </Button>
  )
}
