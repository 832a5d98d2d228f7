-- The session cache forgets who is signed in when a session ends early or an account changes.
CREATE TRIGGER sessions_notify_delete AFTER DELETE ON sessions FOR EACH ROW
  WHEN (OLD.expires_at > now()) EXECUTE FUNCTION notify_changes('accounts', 'user_id');
--> statement-breakpoint
CREATE TRIGGER users_notify_update AFTER UPDATE ON users FOR EACH ROW
  WHEN ((OLD.email, OLD.name, OLD.is_admin) IS DISTINCT FROM (NEW.email, NEW.name, NEW.is_admin))
  EXECUTE FUNCTION notify_changes('accounts', 'id');
