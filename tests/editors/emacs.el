;;; -*- lexical-binding: t; -*-
;; Emacs with eglot and editors/emacs/rulebook.el: nothing starts for a README; a fault appears and goes by its fix; hover, a link followed, a
;; name changed; a missing program is reported. Run by tests/editors/run.

;; unpacked next to its compiler's libraries, Emacs can't compile
(setq comp-enable-subr-trampolines nil native-comp-enable-subr-trampolines nil native-comp-deferred-compilation nil)

(require 'eglot)
(require 'flymake)
(require 'xref)
(load (expand-file-name "editors/emacs/rulebook.el" (getenv "RULEBOOK_ROOT")) nil t)

(setq make-backup-files nil auto-save-default nil create-lockfiles nil eglot-autoshutdown nil
      eglot-confirm-server-initiated-edits nil enable-local-variables nil)

(defvar desk (file-truename (getenv "RULEBOOK_DESK")))

(defun say (&rest words)
  (princ (concat "emacs: " (apply #'format words) "\n")))

(defun fail (&rest words)
  (say "FAILED: %s" (apply #'format words))
  (kill-emacs 1))

(defmacro wait (what &rest holds)
  `(let ((until (+ (float-time) 60)) found)
     (while (and (not (setq found (progn ,@holds))) (< (float-time) until))
       (accept-process-output nil 0.1)
       (sit-for 0.05))
     (or found (fail "waited in vain for %s" ,what))))

(defun visit (name)
  "Open a file below the desk as a person does."
  (switch-to-buffer (find-file-noselect (expand-file-name name desk)))
  (run-hooks 'post-command-hook))

(defun errors ()
  (seq-filter (lambda (one) (memq (flymake-diagnostic-type one) '(eglot-error :error))) (flymake-diagnostics)))

(defun go-to (words)
  (goto-char (point-min))
  (or (search-forward words nil t) (fail "there are no words %s" words)))

(condition-case problem
    (progn
      ;; an ordinary file
      (visit "README.md")
      (when (or (derived-mode-p 'rulebook-mode) (eglot-current-server)) (fail "a README starts something"))
      (say "a README starts nothing, and is in %s" major-mode)

      ;; the program is missing
      (let ((rulebook-program "no-such-rulebook") messages)
        (cl-letf (((symbol-function 'message) (lambda (format &rest words) (when format (push (apply #'format format words) messages)))))
          (visit "rules/dbm/3.2.amend.md"))
        (unless (and (= 1 (cl-count-if (lambda (one) (string-match-p "rulebook" one)) messages)) (derived-mode-p 'rulebook-mode))
          (fail "messages without the program: %S" messages))
        (say "message: %s" (car (seq-filter (lambda (one) (string-match-p "rulebook" one)) messages)))
        (kill-buffer))

      (visit "rules/dbm/3.4.amend.md")
      (unless (derived-mode-p 'rulebook-mode) (fail "the mode is %s" major-mode))
      (wait "the server" (eglot-managed-p))
      (say "Emacs %s, the server is attached to %s" emacs-version (buffer-name))
      (font-lock-ensure)
      (go-to "## Replace")
      (unless (memq 'font-lock-keyword-face (ensure-list (get-text-property (1- (point)) 'face)))
        (fail "a verb has the face %S" (get-text-property (1- (point)) 'face)))

      ;; a fault, and its fix
      (flymake-start)
      (go-to "bullet 1")
      (insert "1")
      (eglot--signal-textDocument/didChange)
      (let* ((fault (wait "the fault" (car (errors))))
             (words (buffer-substring-no-properties (flymake-diagnostic-beg fault) (flymake-diagnostic-end fault))))
        (unless (equal words "11") (fail "the fault lies on `%s'" words))
        (say "a fault appeared on `%s': %s" words (car (split-string (flymake-diagnostic-text fault) "\n"))))
      (let* ((server (eglot-current-server))
             (fault (car (errors)))
             (actions (jsonrpc-request
                       server :textDocument/codeAction
                       (list :textDocument (eglot--TextDocumentIdentifier)
                             :range (list :start (eglot--pos-to-lsp-position (flymake-diagnostic-beg fault))
                                          :end (eglot--pos-to-lsp-position (flymake-diagnostic-end fault)))
                             :context (list :diagnostics (vector (cdr (assoc 'eglot-lsp-diag (eglot--diag-data fault))))))))
             (best (seq-find (lambda (one) (string-prefix-p "write `bullet 1`" (plist-get one :title))) actions)))
        (unless best (fail "there is no fix in %S" actions))
        (unless (plist-get best :edit) (setq best (jsonrpc-request server :codeAction/resolve best)))
        (eglot--apply-workspace-edit (plist-get best :edit))
        (eglot--signal-textDocument/didChange)
        (wait "the fault to go" (null (errors)))
        (say "mended by: %s" (plist-get best :title))

        ;; hover
        (go-to "## Repl")
        (let ((hover (jsonrpc-request server :textDocument/hover (eglot--TextDocumentPositionParams))))
          (unless (string-match-p "3\\.4" (format "%S" hover)) (fail "the hover shows %S" hover))
          (say "hover shows what the instruction does"))

        ;; a link
        (go-to "](#")
        (forward-char 3)
        (let ((from (cons (buffer-name) (point))))
          (xref-find-definitions (xref-backend-identifier-at-point 'eglot))
          (when (equal from (cons (buffer-name) (point))) (fail "a link leads nowhere"))
          (say "a link leads to %s:%d" (buffer-name) (line-number-at-pos)))

        ;; a name
        (visit "rules/dbm/3.4.amend.md")
        (go-to "](fact:")
        (cl-letf (((symbol-function (quote y-or-n-p)) #'always)) (eglot-rename "renamed.fact"))
        (unless (save-excursion (goto-char (point-min)) (search-forward "fact:renamed.fact" nil t)) (fail "the name is not changed"))
        (say "a fact is renamed")
        (unless (eq server (eglot-current-server)) (fail "a second server was started"))
        ;; Emacs 28 may lose an answer among what comes unasked
        (dotimes (_ 20) (accept-process-output nil 0.1))
        (eglot-shutdown server nil 20)
        (say "passed")))
  (error (fail "%S" problem)))
(dolist (buffer (buffer-list)) (with-current-buffer buffer (set-buffer-modified-p nil)))
(kill-emacs 0)
