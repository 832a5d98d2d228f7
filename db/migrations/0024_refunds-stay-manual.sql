-- A shop that owed refunds before they could go out by themselves may have paid some by hand without recording it: its
-- admin switches automatic refunds on. The admins know what waits already, so no mail repeats it.
INSERT INTO settings (section, version, value)
SELECT 'refunds', 1, '{"automaticUpTo": 0, "automaticPerDay": 0}'::jsonb
WHERE EXISTS (SELECT 1 FROM refunds_due WHERE state = 'due')
ON CONFLICT (section) DO NOTHING;
--> statement-breakpoint
INSERT INTO money_alerts (id, told_at)
SELECT id, now() FROM refunds_due
ON CONFLICT DO NOTHING;
