-- Jobs sleep until the next row of their queues is due (src/app/jobs/due/run-when-due.server.ts). These triggers wake them when a
-- row becomes due, or due earlier.
CREATE TRIGGER outbox_notify_insert AFTER INSERT ON outbox FOR EACH ROW
  WHEN (num_nonnulls(NEW.sent_at, NEW.failed_at, NEW.suppressed_at) = 0) EXECUTE FUNCTION notify_changes('queues');
--> statement-breakpoint
CREATE TRIGGER outbox_notify_update AFTER UPDATE ON outbox FOR EACH ROW
  WHEN (num_nonnulls(NEW.sent_at, NEW.failed_at, NEW.suppressed_at) = 0
    AND (num_nonnulls(OLD.sent_at, OLD.failed_at, OLD.suppressed_at) > 0
      OR greatest(NEW.due_at, NEW.locked_until) < greatest(OLD.due_at, OLD.locked_until)))
  EXECUTE FUNCTION notify_changes('queues');
--> statement-breakpoint
CREATE TRIGGER payments_notify_insert AFTER INSERT ON payments FOR EACH ROW EXECUTE FUNCTION notify_changes('queues');
--> statement-breakpoint
CREATE TRIGGER payments_notify_update AFTER UPDATE ON payments FOR EACH ROW
  WHEN (NEW.expires_at < OLD.expires_at
    OR coalesce(NEW.next_poll_at, 'infinity') < coalesce(OLD.next_poll_at, 'infinity')
    OR NEW.status <> OLD.status AND (NEW.status IN ('cancelled', 'expired')
      OR OLD.status NOT IN ('created', 'pending', 'awaiting_confirmation', 'failure')))
  EXECUTE FUNCTION notify_changes('queues');
--> statement-breakpoint
CREATE TRIGGER event_lookups_notify_insert AFTER INSERT ON event_lookups FOR EACH ROW
  EXECUTE FUNCTION notify_changes('queues');
--> statement-breakpoint
CREATE TRIGGER event_lookups_notify_update AFTER UPDATE ON event_lookups FOR EACH ROW
  WHEN (coalesce(NEW.next_attempt_at, 'infinity') < coalesce(OLD.next_attempt_at, 'infinity'))
  EXECUTE FUNCTION notify_changes('queues');
--> statement-breakpoint
CREATE TRIGGER razorpay_qr_codes_notify_insert AFTER INSERT ON razorpay_qr_codes FOR EACH ROW
  EXECUTE FUNCTION notify_changes('queues');
--> statement-breakpoint
CREATE TRIGGER razorpay_qr_codes_notify_update AFTER UPDATE ON razorpay_qr_codes FOR EACH ROW
  WHEN (NEW.closed_at IS NULL AND (OLD.closed_at IS NOT NULL OR NEW.closes_at > OLD.closes_at
    OR coalesce(NEW.next_close_at, '-infinity') < coalesce(OLD.next_close_at, '-infinity')))
  EXECUTE FUNCTION notify_changes('queues');
--> statement-breakpoint
CREATE TRIGGER refunds_notify_insert AFTER INSERT ON refunds FOR EACH ROW EXECUTE FUNCTION notify_changes('queues');
--> statement-breakpoint
CREATE TRIGGER refunds_notify_update AFTER UPDATE ON refunds FOR EACH ROW
  WHEN (NEW.state <> OLD.state
    OR coalesce(NEW.next_attempt_at, 'infinity') < coalesce(OLD.next_attempt_at, 'infinity'))
  EXECUTE FUNCTION notify_changes('queues');
